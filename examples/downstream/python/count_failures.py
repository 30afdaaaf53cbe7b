"""Counts failed executions per workflow. Needs KAFKA_BROKERS and SCHEMA_REGISTRY_URL; no database."""
import collections, json, os
from confluent_kafka import Consumer, KafkaError
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext

topic = "workflow.execution.completed"
decode = AvroDeserializer(SchemaRegistryClient({"url": os.environ["SCHEMA_REGISTRY_URL"]}))
consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BROKERS"], "group.id": "count-failures", "auto.offset.reset": "earliest",
                     "isolation.level": "read_committed", "enable.auto.commit": False, "enable.partition.eof": True})
consumer.subscribe([topic])
failures, at_end, partitions = collections.Counter(), set(), len(consumer.list_topics(topic).topics[topic].partitions)
while len(at_end) < partitions:
    message = consumer.poll(1.0)
    if message is not None and message.error() and message.error().code() == KafkaError._PARTITION_EOF:
        at_end.add(message.partition())
    elif message is not None and not message.error():
        event = decode(message.value(), SerializationContext(topic, MessageField.VALUE))
        failures[str(event["workflowId"])] += event["status"] == "error"
print(json.dumps({workflow: count for workflow, count in failures.items() if count}))
