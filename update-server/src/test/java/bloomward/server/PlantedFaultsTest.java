package bloomward.server;

import bloomward.format.testing.PlantedFaults;

/// `src/test/resources/planted-faults.txt` of the server.
final class PlantedFaultsTest extends PlantedFaults {}
