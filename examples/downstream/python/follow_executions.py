"""Prints each execution that ends. Needs KAFKA_BROKERS and SCHEMA_REGISTRY_URL; stops on Ctrl-C."""
import os
from confluent_kafka import DeserializingConsumer
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer

registry = SchemaRegistryClient({"url": os.environ["SCHEMA_REGISTRY_URL"]})
consumer = DeserializingConsumer({"bootstrap.servers": os.environ["KAFKA_BROKERS"], "group.id": "follow-executions", "auto.offset.reset": "earliest",
                                  "isolation.level": "read_committed", "value.deserializer": AvroDeserializer(registry)})
consumer.subscribe(["workflow.execution.completed"])
while True:
    if message := consumer.poll(1.0):
        print(message.value()["workflowName"], message.value()["status"], message.value()["executionId"], flush=True)
