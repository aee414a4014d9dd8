// The schema with its enums and input objects: generated.
