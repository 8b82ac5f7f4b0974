package x;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
public class Listener {
    @KafkaListener(topics = {"orders", "stock"}, groupId = "g")
    public void onOrder(String m) {}
    @RabbitListener(queues = "mails")
    public void onMail(String m) {}
}
