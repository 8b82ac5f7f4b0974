package com.example
package sample

import scala.collection.mutable
import java.util.{List => JList, Map}
import other._

object Main extends App {
  val Limit = 10
  var counter: Int = 0
  lazy val big: String = "x"
  private val low, high: Int = 1
  val Some(only) = find(big)
  val head :: tail = list
  val all @ List(_*) = list
  type Handler = Int => Unit

  def main(args: Array[String]): Unit = {
    def inner(x: Int) = x
    val f = (x: Int) => x * 2
    println(inner(f(1)))
  }
}

/** An animal. More. */
@deprecated("x")
abstract class Animal[T <: AnyRef](val name: String, private var age: Int = 1)
    extends Base(name) with Runnable {
  def this(name: String) = this(name, 2)
  override def run(): Unit = ()
  protected def stop(x: Int)(implicit y: String): Int
  def +(other: Animal[T]): Animal[T] = this
}

trait Shape {
  def area: Double
  val sides: Int
  var width, height: Int
}

case class Point(x: Int, y: Int)
case object Origin

sealed trait Tree
final case class Leaf(v: Int) extends Tree

package object util {
  implicit class Rich(val s: String) {
    def shout = s.toUpperCase
  }
}

enum Color(val rgb: Int) {
  case Red extends Color(1)
  case Green, Blue
}

given ordering: Ordering[Int] = Ordering.Int
extension (s: String) def twice: String = s + s

class Apart extends Base {
self =>

  val (first, second) = pair match {
    case (a, b) =>
      val swapped = b
      (swapped, a)
  }
  def run() = first
}

given Ordering[Int] with
  def compare(a: Int, b: Int): Int = a - b

given Conversion[Int, String] = _.toString

given [T: Ordering] => Ordering[List[T]]:
  def compare(a: List[T], b: List[T]): Int = 0

given paired: [T: {Ordering, Show}] => Ordering[(T, T)]:
  def compare(a: (T, T), b: (T, T)): Int = 0

erased class Token
type Person = (name: String, age: Int)
