package bloomward.server;

import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions;

/// Understands every command and can do none yet.
final class NotBuiltYet implements ServerActions {

    private static final String WORDS = "not built yet in this version";

    @Override
    public void init(Init options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }

    @Override
    public void serve(Serve options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }

    @Override
    public void export(Export options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }

    @Override
    public void verify(Verify options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }

    @Override
    public void backup(Backup options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }

    @Override
    public void restore(Restore options, Output output) throws ActionException {
        throw ActionException.error(WORDS);
    }
}
