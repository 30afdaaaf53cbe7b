import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Prints a public topic as JSON lines from the start to its end: `java -cp 'libs/*' ReadTopic.java <topic>`. Needs KAFKA_BROKERS and
 * SCHEMA_REGISTRY_URL. Confluent's deserializer is not on Maven Central; the one below does the same with Apache Avro alone.
 */
public class ReadTopic {
  static class RegistryDeserializer implements Deserializer<GenericRecord> {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, GenericDatumReader<GenericRecord>> readers = new HashMap<>();

    @Override
    public GenericRecord deserialize(String topic, byte[] data) {
      try {
        ByteBuffer frame = ByteBuffer.wrap(data);
        if (frame.get() != 0) throw new IllegalArgumentException("not Confluent's framing");
        int id = frame.getInt();
        var reader = readers.containsKey(id) ? readers.get(id) : fetch(id);
        return reader.read(null, DecoderFactory.get().binaryDecoder(data, 5, data.length - 5, null));
      } catch (java.io.IOException | InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }

    private GenericDatumReader<GenericRecord> fetch(int id)
        throws java.io.IOException, InterruptedException {
      var url = URI.create(System.getenv("SCHEMA_REGISTRY_URL") + "/schemas/ids/" + id + "/schema");
      var answer = http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
      var reader = new GenericDatumReader<GenericRecord>(new Schema.Parser().parse(answer.body()));
      readers.put(id, reader);
      return reader;
    }
  }

  public static void main(String[] args) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", System.getenv("KAFKA_BROKERS"),
            "isolation.level", "read_committed",
            "enable.auto.commit", false);
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new RegistryDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(args[0]).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        for (ConsumerRecord<String, GenericRecord> record : consumer.poll(Duration.ofMillis(200))) {
          // Avro's generic record prints itself as JSON.
          System.out.println(record.value());
        }
      }
    }
  }
}
