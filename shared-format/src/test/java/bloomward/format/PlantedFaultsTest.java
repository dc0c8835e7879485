package bloomward.format;

import bloomward.format.testing.PlantedFaults;

/// `src/test/resources/planted-faults.txt` of the format.
final class PlantedFaultsTest extends PlantedFaults {}
