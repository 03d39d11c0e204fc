import js from "@eslint/js";
import globals from "globals";

const rules = {
  eqeqeq: "error",
  "no-shadow": "error",
  "no-var": "error",
  "prefer-const": "error",
  // What the formatter cannot break: comments.
  "max-len": ["error", { code: 100, ignoreStrings: true, ignoreTemplateLiterals: true }],
};

export default [
  js.configs.recommended,
  { rules },
  { files: ["src/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    // The page's one door (docs/web-door.md): nobody else knows how an answer is come by.
    files: ["src/dropfour/web/static/*.js"],
    ignores: ["**/api.js", "**/connection.js", "**/worker.js"],
    rules: {
      "no-restricted-globals": ["error", "fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
      "no-restricted-imports": ["error", { patterns: ["*/connection.js"] }],
    },
  },
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
