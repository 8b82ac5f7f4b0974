class Box {
  String getLabel() { return "x"; }
}
