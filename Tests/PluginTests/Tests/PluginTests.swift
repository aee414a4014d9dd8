import Testing

/// One build at a time, because the builds share their scratch folders.
@Suite(.serialized)
enum PluginTests {}
