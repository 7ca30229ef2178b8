import "@fontsource/abril-fatface/latin-400.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "@fontsource/alegreya-sans/latin-800.css";
import "@fontsource/im-fell-french-canon-sc/latin-400.css";
import "@fontsource/im-fell-double-pica/latin-400-italic.css";
import "./look/tokens.css";
import "./look/ui.css";
import { mount } from "svelte";
import { openAnew } from "./again";
import App from "./App.svelte";
import { keepOffline } from "./offline";

openAnew();
mount(App, { target: document.getElementById("app")! });
keepOffline();
