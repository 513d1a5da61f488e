#version 300 es
// A cushion in the light of a lamp at the upper left; what is flat keeps its colour exactly.
precision mediump float;

in vec2 gradient;
flat in vec3 ground;
out vec4 pixel;

const vec3 lamp = normalize(vec3(-1.0, -1.6, 5.0));

void main() {
  vec3 normal = normalize(vec3(-gradient, 1.0));
  float light = max(dot(normal, lamp), 0.0) / lamp.z;
  pixel = vec4(min(ground * (0.35 + 0.65 * light), 1.0), 1.0);
}
