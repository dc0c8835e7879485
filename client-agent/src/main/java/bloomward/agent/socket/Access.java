package bloomward.agent.socket;

/// The users that may ask an agent.
public enum Access {

    /// The user that runs it.
    OWNER("rwx------", "700", "rw-------"),
    /// Every user of the machine, as an agent of the machine is asked.
    EVERYONE("rwxr-xr-x", "755", "rw-rw-rw-");

    private final String folderMode;
    private final String chmod;
    private final String socketMode;

    Access(String folderMode, String chmod, String socketMode) {
        this.folderMode = folderMode;
        this.chmod = chmod;
        this.socketMode = socketMode;
    }

    /// The most that others may do with the folder of the socket.
    String folderMode() {
        return folderMode;
    }

    /// The same as numbers.
    String chmod() {
        return chmod;
    }

    String socketMode() {
        return socketMode;
    }
}
