@0xdbb9ad1f14bf0b36;
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("sample");

const limit :Int32 = 100;

struct Person {
  # One human.
  id @0 :UInt32;
  name @1 :Text = "a { b";
  phones @2 :List(PhoneNumber);

  struct PhoneNumber {
    number @0 :Text;
    kind @1 :Kind;
    enum Kind {
      mobile @0;
      home @1;
    }
  }

  employment :union {
    unemployed @3 :Void;
    employer @4 :Text;
  }

  union {
    a @5 :Void;
    b @6 :Void;
  }
}

interface Directory {
  find @0 (name :Text) -> (person :Person);
}

annotation note(struct, field) :Text;
