package bloomward.agent.crowd;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The names of users, which Java looks up for each [Peer] although only their numbers count.
public final class PeerNames {

    private PeerNames() {}

    /// Has this process look names up in files only. The other sources of a system, such as a directory of the network, take ten
    /// times as long at best, and while one of them does not answer, no program would be accepted.
    ///
    /// @return whether it does; only the C library of GNU has other sources
    @SuppressWarnings("restricted") // the two calls have the types that the C library declares
    public static boolean lookUpInFilesOnly() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> configure = linker.defaultLookup().find("__nss_configure_lookup");
        return configure.isPresent() && configure(linker.downcallHandle(configure.get(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS)));
    }

    private static boolean configure(MethodHandle configure) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment files = arena.allocateFrom("files");
            int users = (int) configure.invokeExact(arena.allocateFrom("passwd"), files);
            int groups = (int) configure.invokeExact(arena.allocateFrom("group"), files);
            return users == 0 && groups == 0;
        } catch (Throwable e) { // calling a method handle declares it; nothing narrower compiles
            throw new IllegalStateException(e);
        }
    }
}
