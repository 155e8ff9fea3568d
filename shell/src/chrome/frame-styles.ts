// The styles of the frame's parts, whose code comes later (`frame.ts`): a rendered page has the parts in it from the start.
import './account-slot.module.css';
import './bare-frame.module.css';
import './bell.module.css';
import './chrome.module.css';
import './connection-bar.module.css';
import './language-switch.module.css';
import './site-footer.module.css';
