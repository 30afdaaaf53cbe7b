"""Prints a public topic as JSON lines, headers included, from the start to its end: `python read_topic.py <topic>`.

Needs KAFKA_BROKERS. Decodes with Confluent's deserializer and the registry at SCHEMA_REGISTRY_URL; or with fastavro alone, from a
directory of .avsc files with their ids.json, when SCHEMAS_DIR is set.
"""
import io
import json
import os
import struct
import sys

from confluent_kafka import Consumer, KafkaError


def registry_decoder(topic):
    from confluent_kafka.schema_registry import SchemaRegistryClient
    from confluent_kafka.schema_registry.avro import AvroDeserializer
    from confluent_kafka.serialization import MessageField, SerializationContext

    decode = AvroDeserializer(SchemaRegistryClient({"url": os.environ["SCHEMA_REGISTRY_URL"]}))
    return lambda frame: decode(frame, SerializationContext(topic, MessageField.VALUE))


def fastavro_decoder(directory):
    import fastavro

    with open(os.path.join(directory, "ids.json")) as file:
        schemas = {
            number: fastavro.schema.load_schema(os.path.join(directory, f"{name}.avsc"))
            for name, number in json.load(file).items()
        }

    def decode(frame):
        magic, number = struct.unpack(">bI", frame[:5])
        assert magic == 0, "not Confluent's framing"
        return fastavro.schemaless_reader(io.BytesIO(frame[5:]), schemas[number])

    return decode


def as_json(value):
    # timestamp-millis arrives as a datetime, uuid as a UUID.
    return round(value.timestamp() * 1000) if hasattr(value, "timestamp") else str(value)


def messages_to_the_end(topic):
    consumer = Consumer({
        "bootstrap.servers": os.environ["KAFKA_BROKERS"],
        "group.id": f"read-topic-{os.getpid()}",
        "auto.offset.reset": "earliest",
        "isolation.level": "read_committed",
        "enable.auto.commit": False,
        "enable.partition.eof": True,
    })
    waiting = set(consumer.list_topics(topic, timeout=30).topics[topic].partitions)
    consumer.subscribe([topic])
    while waiting:
        message = consumer.poll(1.0)
        if message is None:
            continue
        if message.error() is None:
            yield message
        elif message.error().code() == KafkaError._PARTITION_EOF:
            waiting.discard(message.partition())
        else:
            raise RuntimeError(message.error())
    consumer.close()


def main():
    topic = sys.argv[1]
    directory = os.environ.get("SCHEMAS_DIR")
    decode = fastavro_decoder(directory) if directory else registry_decoder(topic)
    for message in messages_to_the_end(topic):
        print(json.dumps({
            "key": (message.key() or b"").decode(),
            "headers": {name: value.decode() for name, value in message.headers() or []},
            "value": decode(message.value()),
        }, default=as_json))


if __name__ == "__main__":
    main()
