import { KeysPanel } from '../integration/keys-panel.tsx'
import { MappingPanel } from '../integration/mapping-panel.tsx'
import { ModePanel } from '../integration/mode-panel.tsx'
import { SettingsPanel } from '../integration/settings-panel.tsx'
import { WidgetPanel } from '../integration/widget-panel.tsx'
import { PageHead } from '../ui/panel.tsx'

/** How the operator's systems and this service speak with each other. */
export const IntegrationPage = () => (
  <>
    <PageHead title="Integration and settings" />
    <div className="beside even">
      <div className="page">
        <SettingsPanel />
        <ModePanel />
        <WidgetPanel />
      </div>
      <div className="page">
        <MappingPanel />
        <KeysPanel />
      </div>
    </div>
  </>
)
