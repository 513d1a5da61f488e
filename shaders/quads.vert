#version 300 es
// One rectangle an instance, on its way from one place to another; the corners of a strip are those of a unit square.
precision highp float;

layout(location = 0) in vec4 from;    // x, y, width, height
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 slope;   // of the surface: at the left edge, its change across, at the top, its change down
layout(location = 3) in vec4 colour;

uniform vec4 place;   // the picture's corner, and what turns lengths into clip space
uniform float share;  // of the way

out vec2 gradient;
flat out vec3 ground;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec4 box = mix(from, to, share);
  vec2 at = (place.xy + box.xy + corner * box.zw) * place.zw;
  gl_Position = vec4(at.x - 1.0, 1.0 - at.y, 0.0, 1.0);
  gradient = slope.xz + corner * slope.yw;
  ground = colour.rgb;
}
