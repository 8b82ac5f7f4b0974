class Offered {
  open() {}
  #closed() {}
}
class Renamed {
  open() {}
  _hidden() {}
}
class Standard {
  open() {}
}
class Inner {
  open() {}
}
export { Offered, Renamed as Other };
export default Standard;
export const inner = () => new Inner();
