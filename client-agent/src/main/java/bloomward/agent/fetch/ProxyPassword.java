package bloomward.agent.fetch;

import bloomward.program.http.EnvironmentProxy;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import org.jspecify.annotations.Nullable;

/// Tells a proxy the password that the environment has for it, once a request: the JDK would try a wrong one twenty times.
/// Nobody else is told one, and no person is asked.
final class ProxyPassword extends Authenticator {

    private final EnvironmentProxy proxies;
    /// Each request has a thread of its own ([Watch]), which is the one that asks here.
    private final ThreadLocal<Boolean> told = ThreadLocal.withInitial(() -> false);

    ProxyPassword(EnvironmentProxy proxies) {
        this.proxies = proxies;
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
