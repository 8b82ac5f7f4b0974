include "shared.thrift"
namespace py sample
namespace cpp sample.ns

const i32 LIMIT = 100
const map<string, string> NAMES = {"a": "b"}
typedef list<i64> Ids

# What went wrong.
enum Code {
  OK = 0,
  FAILED = -1;
  OTHER
}

struct Work {
  1: required i32 id = 0,
  2: optional string comment (max = "5");
  3: list<map<string, i32>> parts
}

union Any { 1: i32 number, 2: string text }

exception Invalid {
  1: Code what
}

/** Does the work. */
service Calculator extends shared.Base {
  void ping(),
  i32 add(1: i32 a, 2: i32 b) throws (1: Invalid ouch);
  oneway void zip()
}
