"""What things are made of: gold in its finishes, and what is plain. Colors are linear sRGB."""
import bpy

# Gold at normal incidence, from its measured n and k; near grazing it whitens.
GOLD = (1.0, 0.765, 0.322)
GRAZING = (1.0, 0.9, 0.62)
ROUGHNESS = {'mirror': 0.03, 'polished': 0.085, 'satin': 0.27, 'drawn': 0.33, 'rock': 0.36, 'matte': 0.4}
GRAIN = {'satin': 0.016, 'drawn': 0.10, 'rock': 0.16, 'matte': 0.22}
# The paper theme's ground, oklch(0.972 0.012 88).
PAPER = (0.93, 0.905, 0.85)


def gold(finish='polished'):
    """A conductor with gold's own color at the front and a paler one at grazing angles.

    'varied' reads each point's `polish`: 1 polished, 0 satin. 'drawn' is satin with the scratches
    of a fine stone, upright; 'rock' the same, deeper.
    """
    name = f'gold {finish}'
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new

    facing = new('ShaderNodeLayerWeight')
    facing.inputs['Blend'].default_value = 0.5
    fresnel = new('ShaderNodeMath')
    fresnel.operation = 'POWER'
    fresnel.inputs[1].default_value = 5
    link(facing.outputs['Facing'], fresnel.inputs[0])
    color = new('ShaderNodeMixRGB')
    # The flanks of scratches shade each other.
    shade = {'drawn': 0.8, 'rock': 0.5}.get(finish, 1)
    base = [c * shade for c in GOLD]
    color.inputs[1].default_value = (*base, 1)
    color.inputs[2].default_value = (*GRAZING, 1)
    link(fresnel.outputs[0], color.inputs[0])

    roughness = base_roughness(tree, finish)
    metal = new('ShaderNodeBsdfGlossy')
    metal.distribution = 'GGX'
    link(color.outputs[0], metal.inputs['Color'])
    if isinstance(roughness, float):
        metal.inputs['Roughness'].default_value = roughness
    else:
        link(roughness, metal.inputs['Roughness'])
    if finish in GRAIN:
        link(grain(tree, finish), metal.inputs['Normal'])
    out = new('ShaderNodeOutputMaterial')
    link(metal.outputs[0], out.inputs['Surface'])
    return material


def base_roughness(tree, finish):
    """A number; for 'varied' a socket that goes by each point's `polish`."""
    if finish != 'varied':
        return ROUGHNESS[finish]
    polish = tree.nodes.new('ShaderNodeAttribute')
    polish.attribute_name = 'polish'
    mix = tree.nodes.new('ShaderNodeMapRange')
    mix.inputs['To Min'].default_value = ROUGHNESS['satin']
    mix.inputs['To Max'].default_value = ROUGHNESS['polished']
    tree.links.new(polish.outputs['Fac'], mix.inputs['Value'])
    return mix.outputs[0]


def grain(tree, finish):
    """What abrasive leaves: a fine unevenness; under 'drawn' upright scratches."""
    place = tree.nodes.new('ShaderNodeTexCoord')
    noise = tree.nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = 14 if finish in ('drawn', 'rock') else 13
    noise.inputs['Detail'].default_value = 2
    at = place.outputs['Object']
    if finish in ('drawn', 'rock'):
        stretched = tree.nodes.new('ShaderNodeMapping')
        stretched.inputs['Scale'].default_value = (1, 1, 0.07)
        tree.links.new(at, stretched.inputs['Vector'])
        at = stretched.outputs[0]
    tree.links.new(at, noise.inputs['Vector'])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = GRAIN[finish]
    bump.inputs['Distance'].default_value = 0.25
    tree.links.new(noise.outputs['Fac'], bump.inputs['Height'])
    return bump.outputs[0]


def plain(name, color, roughness=0.8):
    """An ordinary, unmetallic thing: paper, ink, a ruler."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes['Principled BSDF']
    surface.inputs['Base Color'].default_value = (*color, 1)
    surface.inputs['Roughness'].default_value = roughness
    surface.inputs['Specular'].default_value = 0.2
    return material
