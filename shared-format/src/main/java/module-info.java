/// From a URL to a filter file and its delta: the library under all Bloomward programs.
///
/// It knows the bytes and nothing else: no HTTP, no JSON, no clock.
@SuppressWarnings("requires-automatic") // ICU4J names its module but does not describe it
module bloomward.format {
    requires com.dynatrace.hash4j;
    requires com.ibm.icu;
    requires org.bouncycastle.provider;
    requires static org.jspecify;

    exports bloomward.format;
    exports bloomward.format.confirm;
    exports bloomward.format.delta;
    exports bloomward.format.file;
    exports bloomward.format.filter;
    exports bloomward.format.io;
    exports bloomward.format.key;
    exports bloomward.format.lookup;
    exports bloomward.format.release;
    exports bloomward.format.sign;
    exports bloomward.format.url;
    exports bloomward.format.wire;
}
