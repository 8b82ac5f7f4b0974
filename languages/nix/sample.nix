{ pkgs ? import <nixpkgs> {}, lib, ... }:

let
  # The limit. More.
  limit = 10;
  add = x: y: x + y;
  helper = { name, version ? "1" }: "${name}-${version}";
in
{
  packages.default = pkgs.stdenv.mkDerivation {
    pname = "sample";
    version = "1.0";
    buildInputs = [ pkgs.zlib ];
  };

  inherit (lib) mkOption;
  devShell = pkgs.mkShell { };
}
