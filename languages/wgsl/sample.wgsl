// A shader.
enable f16;

struct Uniforms {
  matrix: mat4x4<f32>,
  @align(16) color: vec4<f32>,
}

@group(0) @binding(0) var<uniform> uniforms: Uniforms;
@group(0) @binding(1)
var samples: texture_2d<f32>;
const PI: f32 = 3.14159;
override scale = 1.0;
alias Color = vec4<f32>;

/* Entry /* nested */ point. */
@vertex
fn vertex_main(@location(0) position: vec3<f32>) -> @builtin(position) vec4<f32> {
  var local = 1;
  if (local > 0) { return uniforms.matrix * vec4(position, 1.0); }
}

@compute @workgroup_size(64, 1)
fn compute_main() {
}
