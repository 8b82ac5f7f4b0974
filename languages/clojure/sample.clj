;; The store of the shop.
(ns shop.store
  "Docs of the namespace."
  (:require [clojure.string :as str]
            [shop.db :refer [query]]
            shop.util)
  (:import (java.util Date UUID)))

(def ^:private limit 10)
(defonce state (atom {}))
(declare later)

; Adds an item.
(defn add
  "Adds (one) item."
  {:added "1.0"}
  ([item] (add item 1))
  ([item count]
   (let [c \( s "a ) b"]
     (swap! state assoc item count))))

(defn- hidden [^String x & {:keys [a b]}] #"re(gex" x)

(defmacro unless [test & body] `(if ~test nil (do ~@body)))

(defprotocol Shape
  (area [this] "Its area.")
  (scale [this factor]))

(defrecord Circle [radius]
  Shape
  (area [_] (* 3.14 radius radius))
  (scale [this factor] (update this :radius * factor)))

(defmulti draw :kind)
(defmethod draw :circle [shape] (println shape))

#?(:clj (defn host [] :jvm))

(comment
  (def scratch 1))

(defn broken [x
  (println x)

(defn after [] 1)
