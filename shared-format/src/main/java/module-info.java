/// From a URL to a filter file and its delta: the library under all Bloomward programs.
///
/// It knows the bytes and nothing else: no HTTP, no JSON, no clock.
module bloomward.format {
    requires static org.jspecify;
}
