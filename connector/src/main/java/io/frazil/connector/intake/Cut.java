package io.frazil.connector.intake;

import io.frazil.connector.commit.Written;
import java.util.UUID;
import org.apache.iceberg.ContentFile;

/**
 * Open files that have been finished.
 *
 * @param id the delta's id
 * @param written its files
 */
public record Cut(UUID id, Written<ContentFile<?>> written) {}
