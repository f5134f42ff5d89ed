// @ts-check
import { startPage } from './header.js';

startPage();
