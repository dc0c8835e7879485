package bloomward.agent.crowd;

import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/// Users of a machine that need not be there.
public final class Users {

    private Users() {}

    private record Named(String name) implements UserPrincipal {

        @Override
        public String getName() {
            return name;
        }
    }

    public static Peer peer(String name) {
        return new Peer(Optional.of(new Named(name)));
    }
}
