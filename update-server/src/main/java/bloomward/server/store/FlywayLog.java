package bloomward.server.store;

import org.flywaydb.core.api.logging.Log;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets Flyway say what is wrong; what it does otherwise is of no interest to who starts a server.
final class FlywayLog implements Log {

    private final Logger logger;

    FlywayLog(Class<?> speaker) {
        logger = LoggerFactory.getLogger(speaker);
    }

    @Override
    public void debug(String message) {}

    @Override
    public void info(String message) {}

    @Override
    public void notice(String message) {}

    @Override
    public void warn(String message) {
        logger.warn(message);
    }

    @Override
    public void error(String message) {
        logger.error(message);
    }

    @Override
    public void error(String message, Exception e) {
        logger.error(message, e);
    }
}
