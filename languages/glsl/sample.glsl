#version 450
#extension GL_ARB_separate_shader_objects : enable
precision highp float;

#define LIGHTS 4
#define SATURATE(x) clamp(x, 0.0, 1.0)

layout(location = 0) in vec3 position;
layout(location = 0) out vec4 color;
uniform sampler2D image;

// What the camera sees.
layout(std140, binding = 0) uniform Camera {
    mat4 view;
    mat4 projection;
} camera;

layout(std430, binding = 1) buffer Points { vec4 points[]; };

struct Light {
    vec3 direction;
    float power;
};

const int steps = 4;
uniform Light lights[LIGHTS];

float shade(vec3 normal, in Light light);

// Lambert's law.
float shade(vec3 normal, in Light light)
{
    return SATURATE(dot(normal, light.direction)) * light.power;
}

void main()
{
    vec3 normal = normalize(position);
    color = vec4(shade(normal, lights[0])) * texture(image, position.xy);
}
