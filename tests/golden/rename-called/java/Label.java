@interface Label {
    String value();
    String text();
}
