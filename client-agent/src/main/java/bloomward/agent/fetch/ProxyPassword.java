package bloomward.agent.fetch;

import bloomward.program.http.EnvironmentProxy;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import org.jspecify.annotations.Nullable;

/// The password of a proxy, from the environment, sent once per request: the JDK would try a wrong one twenty times. It
/// is sent to no other server, and no person is asked.
final class ProxyPassword extends Authenticator {

    private final EnvironmentProxy proxies;
    /// A request keeps its thread ([Watch]), and that thread calls this class.
    private final ThreadLocal<Boolean> told = ThreadLocal.withInitial(() -> false);

    ProxyPassword(EnvironmentProxy proxies) {
        this.proxies = proxies;
    }

    /// A request begins on this thread.
    void begin() {
        told.remove();
    }

    @Override
    protected @Nullable PasswordAuthentication getPasswordAuthentication() {
        if (getRequestorType() != RequestorType.PROXY || told.get()) {
            return null;
        }
        told.set(true);
        return proxies.password(getRequestingHost(), getRequestingPort()).orElse(null);
    }
}
