import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/base.css'

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <h1>Backoffice</h1>
    </StrictMode>,
  )
}
