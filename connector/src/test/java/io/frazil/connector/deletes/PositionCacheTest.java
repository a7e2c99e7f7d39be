package io.frazil.connector.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class PositionCacheTest {
  private static final RoaringBitmap SOME = RoaringBitmap.bitmapOf(1, 2);
  private static final RoaringBitmap OTHERS = RoaringBitmap.bitmapOf(3);

  private static DeleteFile vector(String location, long offset) {
    return FileMetadata.deleteFileBuilder(PartitionSpec.unpartitioned())
        .ofPositionDeletes()
        .withPath(location)
        .withFormat(FileFormat.PUFFIN)
        .withReferencedDataFile("data")
        .withContentOffset(offset)
        .withContentSizeInBytes(10)
        .withFileSizeInBytes(100)
        .withRecordCount(1)
        .build();
  }

  @Test
  void vectorsOfOneFileAreTold() {
    PositionCache cache = new PositionCache(10_000);
    cache.put(vector("a", 4), "data", SOME);
    cache.put(vector("a", 14), "data", OTHERS);
    assertThat(cache.find(vector("a", 4), "data")).contains(SOME);
    assertThat(cache.find(vector("a", 14), "data")).contains(OTHERS);
    assertThat(cache.find(vector("b", 4), "data")).isEmpty();
    assertThat(cache.find(vector("a", 4), "other")).isEmpty();
  }

  @Test
  void whatWasNotUsedForLongestIsForgotten() {
    PositionCache cache = new PositionCache(1_500);
    cache.put(vector("a", 4), "data", SOME);
    cache.put(vector("b", 4), "data", SOME);
    cache.find(vector("a", 4), "data");
    cache.put(vector("c", 4), "data", SOME);
    assertThat(cache.find(vector("a", 4), "data")).isPresent();
    assertThat(cache.find(vector("b", 4), "data")).isEmpty();
    assertThat(cache.find(vector("c", 4), "data")).isPresent();
  }

  @Test
  void whatIsBiggerThanAllIsNotKept() {
    PositionCache cache = new PositionCache(100);
    cache.put(vector("a", 4), "data", SOME);
    assertThat(cache.bytes()).isZero();
  }

  @Test
  void replacingCountsOnce() {
    PositionCache cache = new PositionCache(10_000);
    cache.put(vector("a", 4), "data", SOME);
    long once = cache.bytes();
    cache.put(vector("a", 4), "data", SOME);
    assertThat(cache.bytes()).isEqualTo(once).isPositive();
  }
}
