import Foundation
@testable import MyLib
import struct Other.Thing

let limit = 10
var counter: Int = 0, second = 2
var now: Int {
    if counter > limit { return limit }
    return counter
}
public var last: Int {
    get { counter }
    set { counter = newValue }
}
var watched: Int = 0 {
    didSet { print(watched) }
}
var bare: Int
typealias Handler = (Int) -> Void

/// An animal. More.
@available(iOS 13, *)
open class Animal<T: Equatable>: Base, Runnable where T: Hashable {
    static let shared = Animal()
    private(set) var name: String
    lazy var size: Int = { 3 }()
    var area: Double {
        get { 1.0 }
        set { counter = 1 }
    }
    var short: Int { 4 }
    weak var delegate: Watcher? {
        didSet { delegate?.changed(self) }
    }

    init?(name: String, age: Int = 1) {
        self.name = name
    }

    convenience init() { self.init(name: "x") }

    deinit { }

    public override func run(_ x: Int, with label: String = "x") async throws -> [String] {
        func inner(a: Int) -> Int { a }
        let f = { (x: Int) -> Int in x * 2 }
        return [String(inner(a: f(1)))]
    }

    class func make() -> Animal { Animal() }
    subscript(i: Int) -> Int { i }
    subscript(key: String) -> Int? {
        get { return values[key] }
        set { values[key] = newValue }
    }
    static func + (a: Animal, b: Animal) -> Animal { a }

    enum Mood: String, CaseIterable {
        case happy, sad = "s"
        case other(Int, name: String)
        var text: String { rawValue }
    }

    struct Point { var x, y: Int }
}

protocol Runnable: AnyObject {
    associatedtype Item
    var count: Int { get }
    func run(_ x: Int) throws
    init()
}

extension Animal: CustomStringConvertible where T == Int {
    var description: String { "x" }
    mutating func grow() {}
}

actor Counter {
    func increment() {}
}

prefix operator +++

func top<T>(
    value: T, // what
    times: Int
) -> T {
    return value
}

#if os(iOS)
class Screen: UIScreen {
#else
class Screen: NSScreen {
#endif
    func turn(_ mode: Mode) {
        switch mode {
        #if DEBUG
        case .slow: wait()
        #endif
        default: break
        }
    }
}

@freestanding(expression)
public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "Macros", type: "Stringify")

func `an odd name`() throws(Failure) -> Int { 1 }
nonisolated(unsafe) var shared = 1

final class Box<let size: Int>: nonisolated Runnable {
    nonisolated(unsafe) static var all: [3 of Int] = [1, 2, 3]
    var rows: InlineArray<3, Int> ; var last = 1
    nonisolated(nonsending) func wait(_ body: sending () throws(Failure) -> Void, isolation: isolated (any Actor)? = #isolation) async {}
    isolated deinit { `an odd name`() }
}

@abi(func before())
public func after() {}
@available(macOS 26, *)
@concurrent func apart(a: Int, b: Int,) async { unsafe weigh(a) }
