export class Box {
  handleEvent(event) { return event; }
}
