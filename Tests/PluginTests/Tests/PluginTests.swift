import Testing

/// One build at a time: the builds share their scratch folders.
@Suite(.serialized)
enum PluginTests {}
