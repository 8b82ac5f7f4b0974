package x;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
public class Sender {
    private KafkaTemplate<String, String> kafkaTemplate;
    private RabbitTemplate rabbitTemplate;
    void send() { kafkaTemplate.send("stock", "x"); }
    void mail() { rabbitTemplate.convertAndSend("mails", "x"); }
    void via() { rabbitTemplate.convertAndSend("exchange", "mails", "x"); }
}
