const lib = { Base: class {} };
class Base { m() {} }
class A extends lib["Base"] { m() {} }
class B extends (0, lib.Base) { m() {} }
class K extends Base { m() {} }
