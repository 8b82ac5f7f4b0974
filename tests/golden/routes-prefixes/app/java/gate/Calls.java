package gate;

import okhttp3.Request;

class Calls {
    Request many() { return new Request.Builder().url("http://other:8080/many").build(); }

    Request add() { return new Request.Builder().url("http://other:8080/many").post(body).build(); }
}
