@tool
class_name Animal
extends Node2D

signal died(reason)
const LIMIT = 10
enum Mood { HAPPY, SAD = 3 }
@export var speed: float = 1.5
@onready var sprite = $Sprite
var names: Array[String] = []
static var count := 0

## Makes one. More.
func _init(name: String, age := 1) -> void:
    names.append(name)

func _ready():
    var local = 1
    var f = func(x): return x * 2
    f.call(local)

static func create() -> Animal:
    return Animal.new("x")

class Inner extends Reference:
    var depth = 1
    func deep(): pass
