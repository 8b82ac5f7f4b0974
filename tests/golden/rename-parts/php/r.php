<?php
class CsvReader { public $n = "csv"; }
