package bloomward.agent.socket;

/// Who may ask an agent.
public enum Access {

    /// Who runs it.
    OWNER("rwx------", "rw-------"),
    /// Every user of the machine, as an agent of the machine is asked.
    EVERYONE("rwxr-xr-x", "rw-rw-rw-");

    private final String folderMode;
    private final String socketMode;

    Access(String folderMode, String socketMode) {
        this.folderMode = folderMode;
        this.socketMode = socketMode;
    }

    /// The most that others may do with the folder of the socket.
    String folderMode() {
        return folderMode;
    }

    String socketMode() {
        return socketMode;
    }
}
