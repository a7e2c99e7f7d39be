/** What Debezium sends of MongoDB. Read {@link io.frazil.transforms.mongo.UnwrapMongo} first. */
package io.frazil.transforms.mongo;
