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
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
